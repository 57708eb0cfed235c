//! A very large metamodel: its classes contain and refer to each other at random, and inherit.
//!
//! The same arguments give the same text on every machine. Used by the bench of generated Rust and by `cargo
//! interop rust`, which compiles the Rust that is generated from it.

use std::fmt::Write as _;

/// The types of attributes: mostly strings and numbers.
const TYPES: [&str; 5] = ["EString", "EInt", "EBoolean", "EDouble", "ELong"];

/// An `.ecore` text with a number of classes, each with a number of features.
pub(super) fn large(classes: usize, features: usize) -> String {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ecore:EPackage xmi:version=\"2.0\" \
         xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"large\" nsURI=\"urn:bench:large\" \
         nsPrefix=\"large\">\n  <eClassifiers xsi:type=\"ecore:EEnum\" name=\"Color\">\n    \
         <eLiterals name=\"red\"/>\n    <eLiterals name=\"green\" value=\"1\"/>\n  </eClassifiers>\n",
    );
    for class in 0..classes {
        let _ = write!(out, "  <eClassifiers xsi:type=\"ecore:EClass\" name=\"Class{class}\"");
        if random.below(10) == 0 {
            out.push_str(" abstract=\"true\"");
        }
        if class > 0 && random.below(10) < 3 {
            let _ = write!(out, " eSuperTypes=\"#//Class{}\"", random.below(class));
        }
        out.push_str(">\n");
        for feature in 0..features {
            let name = format!("feature{class}x{feature}");
            let many = if random.below(2) == 0 { " upperBound=\"-1\"" } else { "" };
            let target = random.below(classes);
            let _ = match random.below(10) {
                0..3 => writeln!(
                    out,
                    "    <eStructuralFeatures xsi:type=\"ecore:EReference\" name=\"{name}\"{many} \
                     eType=\"#//Class{target}\" containment=\"true\"/>"
                ),
                3 | 4 => writeln!(
                    out,
                    "    <eStructuralFeatures xsi:type=\"ecore:EReference\" name=\"{name}\"{many} \
                     eType=\"#//Class{target}\"/>"
                ),
                5 => writeln!(
                    out,
                    "    <eStructuralFeatures xsi:type=\"ecore:EAttribute\" name=\"{name}\" eType=\"#//Color\"/>"
                ),
                _ => writeln!(
                    out,
                    "    <eStructuralFeatures xsi:type=\"ecore:EAttribute\" name=\"{name}\"{many} \
                     eType=\"ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//{}\"/>",
                    TYPES[random.below(TYPES.len())]
                ),
            };
        }
        out.push_str("  </eClassifiers>\n");
    }
    out.push_str("</ecore:EPackage>\n");
    out
}

/// Numbers that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
