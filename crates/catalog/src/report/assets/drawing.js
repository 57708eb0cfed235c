"use strict";
// The drawing of a resource with its neighbours: what it comes after is on the left, what waits for it on the right, what
// contains it above, and its contents are below. In narrow windows, everything is in one column in this order: containers,
// what it comes after, the resource, what waits for it, its contents. The lists beside the drawing have the same and more.
const catalogDrawing = (() => {
  // The size of a box, the space between boxes, and the most boxes of a side.
  const [WIDTH, HEIGHT, GAP, SPACE] = [252, 30, 10, 60];
  const MOST = 7;
  const LETTERS = 31;
  // In one column: the space to the left of neighbours, and the one to the right of them.
  const [INDENT, RAIL] = [28, 14];
  // The number of drawings on the pages so far, because names of arrows are those of the whole page.
  let count = 0;

  function s(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // A name that fits into a box: its beginning and its end.
  function short(name) {
    const letters = [...name];
    return letters.length <= LETTERS ? name : `${letters.slice(0, 18).join("")}…${letters.slice(-(LETTERS - 19)).join("")}`;
  }

  // A box with a name, which is a link if it has an address.
  function box(x, y, name, href, kind, about) {
    const parts = [s("title", {}, about || name), s("rect", { width: WIDTH, height: HEIGHT, rx: 6 }),
      s("text", { x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle", "dominant-baseline": "central" }, short(name))];
    const place = { transform: `translate(${x} ${y})`, class: kind };
    return href ? s("a", { ...place, href, "aria-label": name }, ...parts) : s("g", place, ...parts);
  }

  // The first neighbours of a side, and a box for the others.
  function side(neighbours, addressOf) {
    const fits = neighbours.length <= MOST;
    const shown = neighbours.slice(0, fits ? MOST : MOST - 1).map(({ name, why }) => ({ name, about: why, href: addressOf(name) }));
    const left = neighbours.length - shown.length;
    return left ? [...shown, { name: `and ${left.toLocaleString("en")} more`, kind: "rest" }] : shown;
  }

  const heightOf = (boxes) => boxes.length * (HEIGHT + GAP) - GAP;

  // The boxes of a column from a height on, and a line from each to or from a point.
  function column(boxes, x, top, lines, lineOf) {
    return boxes.map(({ name, href, about, kind }, at) => {
      const y = top + at * (HEIGHT + GAP);
      lines.push(lineOf(y + HEIGHT / 2));
      return box(x, y, name, href, kind || "neighbour", about);
    });
  }

  // An arrow head, and the lines that end with it.
  function arrows() {
    const name = `arrow${count++}`;
    const head = s("marker", { id: name, viewBox: "0 0 8 8", refX: 2, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" },
      s("path", { d: "M0 0L8 4L0 8z" }));
    return [head, (d) => s("path", { class: "order", "marker-end": `url(#${name})`, d })];
  }

  const inside = (d) => s("path", { class: "inside", d });
  const drawing = (kind, name, [left, top, width, height], ...parts) => s("svg", { viewBox: `${left - 2} ${top - 2} ${width + 4} ${height + 4}`,
    width: width + 4, height: height + 4, class: kind, role: "group", "aria-label": `Neighbours of ${name}` }, ...parts);

  // The drawing for wide windows.
  function wide(name, { after, before, contents, containers }) {
    const above = containers.length * (HEIGHT + GAP * 2);
    const sides = Math.max(heightOf(after), heightOf(before), HEIGHT);
    const y = above + (sides - HEIGHT) / 2;
    const middle = WIDTH + SPACE;
    const center = y + HEIGHT / 2;
    const lines = [];
    const [head, arrow] = arrows();
    const curve = (x1, y1, x2, y2) => arrow(`M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2 - 6} ${y2}`);
    const straight = (from, to) => inside(`M${middle + WIDTH / 2} ${from}V${to}`);
    const boxes = [
      ...column(after, 0, y + HEIGHT / 2 - heightOf(after) / 2, lines, (at) => curve(WIDTH, at, middle, center)),
      ...column(before, 2 * middle, y + HEIGHT / 2 - heightOf(before) / 2, lines, (at) => curve(middle + WIDTH, center, 2 * middle, at)),
      ...containers.map(({ name: container, href }, at) => {
        const top = at * (HEIGHT + GAP * 2);
        lines.push(straight(top + HEIGHT, at + 1 < containers.length ? top + HEIGHT + GAP * 2 : y));
        return box(middle, top, container, href, "neighbour");
      }),
    ];
    // Contents begin below both sides, in three columns.
    const rows = Math.ceil(contents.length / 3);
    const below = above + sides + GAP * 4;
    if (rows) lines.push(straight(y + HEIGHT, below - GAP));
    contents.forEach(({ name: content, href, kind }, at) => {
      const column = contents.length === 1 ? 1 : at % 3;
      boxes.push(box(column * middle, below + Math.floor(at / 3) * (HEIGHT + GAP), content, href, kind || "neighbour"));
    });
    if (rows) {
      const last = contents.length === 1 ? 1 : Math.min(contents.length, 3) - 1;
      const first = contents.length === 1 ? 1 : 0;
      lines.push(inside(`M${first * middle + WIDTH / 2} ${below}V${below - GAP}H${Math.max(last, 1) * middle + WIDTH / 2}V${last < 1 ? below - GAP : below}`));
    }
    // A side without boxes takes no space.
    const left = after.length || contents.length > 1 ? 0 : middle;
    const right = before.length || contents.length > 2 ? 2 * middle : middle;
    const height = rows ? below + rows * (HEIGHT + GAP) - GAP : above + sides;
    return drawing("wide", name, [left, 0, right + WIDTH - left, height], s("defs", {}, head), ...lines, ...boxes, box(middle, y, name, null, "focus"));
  }

  // The drawing in one column. Containers and contents are joined on the left, neighbours in the order of application on the right.
  function narrow(name, { after, before, contents, containers }) {
    const lines = [];
    const [head, arrow] = arrows();
    const [left, right, rail] = [INDENT / 2, INDENT + WIDTH, INDENT + WIDTH + RAIL];
    const tops = containers.map((_, at) => at * (HEIGHT + GAP * 2));
    const first = containers.length * (HEIGHT + GAP * 2);
    const y = first + (after.length ? heightOf(after) + GAP * 2 : 0);
    const center = y + HEIGHT / 2;
    const second = y + HEIGHT + GAP * 2;
    const third = second + (before.length ? heightOf(before) + GAP * 2 : 0);
    tops.forEach((top, at) => lines.push(inside(`M${left} ${top + HEIGHT}V${at + 1 < tops.length ? tops[at + 1] : y}`)));
    const boxes = [
      ...containers.map(({ name: container, href }, at) => box(0, tops[at], container, href, "neighbour")),
      ...column(after, INDENT, first, lines, (at) => arrow(`M${right} ${at}H${rail}V${center - 6}H${WIDTH + 6}`)),
      ...column(before, INDENT, second, lines, (at) => arrow(`M${WIDTH} ${center + 6}H${rail}V${at}H${right + 6}`)),
      ...column(contents, INDENT, third, lines, (at) => inside(`M${left} ${at}H${INDENT}`)),
    ];
    if (contents.length) lines.push(inside(`M${left} ${y + HEIGHT}V${third + heightOf(contents) - HEIGHT / 2}`));
    const end = contents.length ? third + heightOf(contents) : before.length ? second + heightOf(before) : y + HEIGHT;
    return drawing("narrow", name, [0, 0, rail, end], s("defs", {}, head), ...lines, ...boxes, box(0, y, name, null, "focus"));
  }

  // Draws an account for wide and narrow windows; `addressOf` gives the address of a resource.
  function draw(name, account, addressOf) {
    const [after, before] = [account.after, account.before].map((links) => side(links, addressOf));
    const contents = side(account.contents.map((content) => ({ name: content })), addressOf);
    // The outermost container is the highest.
    const containers = account.containers.map((container) => ({ name: container, href: addressOf(container) })).reverse();
    if (!after.length && !before.length && !contents.length && !containers.length) return null;
    return [wide, narrow].map((layout) => layout(name, { after, before, contents, containers }));
  }

  return { draw };
})();
