//! Vertical positions: layers, and between them the tracks of lines and the borders of frames.
//!
//! Invariant: tracks are between the lower borders of frames that end above them and the titles of those that start
//! below.

use super::layers::{ItemKind, LAYERS_OF_ROW, LayeredGraph};
use super::tracks::{Net, tracks};
use std::collections::BTreeMap;

/// The vertical positions of everything.
#[derive(Debug, Default)]
pub(super) struct Heights {
    /// The top and bottom of each layer.
    pub(super) layers: Vec<(f64, f64)>,
    /// The top and bottom of each frame.
    pub(super) frames: Vec<(f64, f64)>,
    /// The vertical position of the horizontal part of each net that has one.
    pub(super) tracks: Vec<Option<f64>>,
    pub(super) height: f64,
}

/// The distance between horizontal parts of lines that are one below the other.
const BETWEEN_TRACKS: f64 = 10.0;
/// The space beside a layer of boxes, for the symbols at the ends of lines.
const AT_BOXES: f64 = 20.0;
/// The space beside a layer of texts.
const AT_TEXTS: f64 = 7.0;
/// The space between the border of a frame and its content.
const FRAME_PADDING: f64 = 14.0;

/// The vertical positions of everything; `ends` has the horizontal positions of the ends of wires.
pub(super) fn heights(layered: &LayeredGraph, ends: &[(f64, f64)]) -> Heights {
    let mut heights = Heights {
        frames: vec![(0.0, 0.0); layered.parents.len()],
        tracks: vec![None; layered.nets],
        ..Heights::default()
    };
    let (top_paddings, bottom_paddings) = (top_paddings(layered), bottom_paddings(layered));
    let channels = channels(layered, ends);
    let (frames_by_first, frames_by_last) = frames_by_layer(layered);
    // Everything above this position is placed.
    let mut y = 0.0;
    for (layer_index, layer) in layered.layers.iter().enumerate() {
        // Above the layer: the titles of frames that start with it.
        let frames = frames_by_first.get(&layer_index).map_or(&[][..], Vec::as_slice);
        y += frames.iter().map(|frame| top_paddings[*frame]).fold(0.0, f64::max);
        for frame in frames {
            let (top, _) = &mut heights.frames[*frame];
            *top = y - top_paddings[*frame];
        }
        let height = layer.iter().map(|item| layered.items[*item].height).fold(0.0, f64::max);
        heights.layers.push((y, y + height));
        y += height;
        // Below the layer: the lower borders of frames that end with it, and the tracks of lines to the next layer.
        let frames = frames_by_last.get(&layer_index).map_or(&[][..], Vec::as_slice);
        for frame in frames {
            let (_, bottom) = &mut heights.frames[*frame];
            *bottom = y + bottom_paddings[*frame];
        }
        y += frames.iter().map(|frame| bottom_paddings[*frame]).fold(0.0, f64::max);
        let Some(next_layer) = layered.layers.get(layer_index + 1) else { continue };
        let nets: Vec<Net> = channels[layer_index].values().cloned().collect();
        let (tracks_of_nets, count) = tracks(&nets);
        y += margin(layered, layer_index, layer, count);
        for (net, track) in channels[layer_index].keys().zip(tracks_of_nets) {
            heights.tracks[*net] = track.map(|track| y + track as f64 * BETWEEN_TRACKS);
        }
        y += count.saturating_sub(1) as f64 * BETWEEN_TRACKS
            + margin(layered, layer_index + 1, next_layer, count);
    }
    heights.height = y;
    heights
}

/// Frames by the index of a layer.
type FramesByLayer = BTreeMap<usize, Vec<usize>>;

/// The frames by their first layer, and by their last one. Frames without boxes have no layers.
fn frames_by_layer(layered: &LayeredGraph) -> (FramesByLayer, FramesByLayer) {
    let (mut by_first, mut by_last) = (FramesByLayer::new(), FramesByLayer::new());
    let spans = layered.spans.iter().enumerate();
    for (frame, (first, last)) in spans.filter(|(_, (first, last))| first <= last) {
        by_first.entry(*first).or_default().push(frame);
        by_last.entry(*last).or_default().push(frame);
    }
    (by_first, by_last)
}

/// The space between a layer and the `track_count` tracks above or below it.
fn margin(layered: &LayeredGraph, layer_index: usize, layer: &[usize], track_count: usize) -> f64 {
    // The first layer of each row has its boxes; the others have bends and the texts of lines.
    if layer_index.is_multiple_of(LAYERS_OF_ROW) {
        return AT_BOXES;
    }
    let has_text = layer.iter().any(|item| layered.items[*item].kind == ItemKind::Text);
    if track_count > 0 || has_text { AT_TEXTS } else { 0.0 }
}

/// The nets below each layer, by their numbers.
fn channels(layered: &LayeredGraph, ends: &[(f64, f64)]) -> Vec<BTreeMap<usize, Net>> {
    let mut channels: Vec<BTreeMap<usize, Net>> = vec![BTreeMap::new(); layered.layers.len()];
    for (wire, (top, bottom)) in layered.wires.iter().zip(ends) {
        let net = channels[layered.items[wire.upper].layer].entry(wire.net).or_default();
        // Replaced, because wires of the same net share their upper end.
        net.tops = vec![*top];
        net.bottoms.push(*bottom);
    }
    channels
}

/// The space from the top of each frame to its first layer.
fn top_paddings(layered: &LayeredGraph) -> Vec<f64> {
    // Inner frames first: a frame whose first layer is also that of an inner one has the titles of both above it.
    let mut top_paddings: Vec<f64> =
        layered.titles.iter().map(|title| title.height + FRAME_PADDING).collect();
    let first_layer = |frame: usize| layered.spans[frame].0;
    for frame in (0..top_paddings.len()).rev() {
        let same_start = layered.parents[frame].filter(|parent| first_layer(*parent) == first_layer(frame));
        if let Some(parent) = same_start {
            top_paddings[parent] =
                top_paddings[parent].max(layered.titles[parent].height + FRAME_PADDING + top_paddings[frame]);
        }
    }
    top_paddings
}

/// The space from the last layer of each frame to its bottom.
fn bottom_paddings(layered: &LayeredGraph) -> Vec<f64> {
    let mut bottom_paddings = vec![FRAME_PADDING; layered.parents.len()];
    // Inner frames follow outer ones, so the padding of an inner frame is final before the frame around it is visited.
    let last_layer = |frame: usize| layered.spans[frame].1;
    for frame in (0..bottom_paddings.len()).rev() {
        // Both frames end below the same layer, the outer one further below.
        let same_end = layered.parents[frame].filter(|parent| last_layer(*parent) == last_layer(frame));
        if let Some(parent) = same_end {
            bottom_paddings[parent] = bottom_paddings[parent].max(FRAME_PADDING + bottom_paddings[frame]);
        }
    }
    bottom_paddings
}
