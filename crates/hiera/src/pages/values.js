"use strict";
// Values as YAML, in lines that know the part of the value that they show.
const reportValues = (() => {
  // What YAML reads as something else than a text: numbers in all of their forms, dates, times, and words.
  const RESERVED = /^(|~|null|true|false|yes|no|on|off|y|n|[-+]?(\.?[0-9][0-9_.,:]*(e[-+]?[0-9]+)?|0x[0-9a-f_]+|0o[0-7_]+|\.inf)|\.nan|\d{4}-\d.*)$/i;
  const PLAIN = /^[\p{L}\p{N}_/.(<][^\n\r\t"'`{}[\]&*!|>#%@]*$/u;

  // The special forms of what JSON does not have.
  function special(value) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    switch (Object.keys(value).join()) {
      case "$number": return value.$number;
      case "$shown": return value.$shown;
      case "ruby,text": return `${scalar(value.text)}  # a ${value.ruby}, answered as nil`;
      case "bytes": return `!binary "${value.bytes}"`;
      default: return null;
    }
  }

  function scalar(value) {
    if (typeof value !== "string") return String(value);
    const isPlain = PLAIN.test(value) && !RESERVED.test(value) && !/: |:$| #|^\s|\s$/.test(value);
    return isPlain ? value : JSON.stringify(value);
  }

  // A text of several lines as a block; nothing if it needs escapes.
  function block(text) {
    if (!text.includes("\n") || /[^\n\P{C}]/u.test(text) || /^[ \n]/.test(text)) return null;
    // Not by a regular expression, which would begin at each of a million line ends.
    let end = 0;
    while (text[text.length - 1 - end] === "\n") end++;
    const sign = end === 0 ? "|-" : end === 1 ? "|" : "|+";
    return { sign, lines: text.slice(0, text.length - end).split("\n").concat(Array(Math.max(end - 1, 0)).fill("")) };
  }

  // The lines of a value: the text, and the path of the part that begins there.
  function lines(value) {
    const out = [];
    const add = (text, path) => out.push({ text, path });

    function below(head, value, path, indent) {
      const pad = " ".repeat(indent);
      const shown = special(value);
      const text = typeof value === "string" ? block(value) : null;
      if (shown !== null) add(`${head} ${shown}`, path);
      else if (text) {
        add(`${head} ${text.sign}`, path);
        text.lines.forEach((line) => add(line ? pad + line : "", path));
      } else if (value === null || typeof value !== "object") add(`${head} ${scalar(value)}`, path);
      else if (Array.isArray(value)) {
        if (!value.length) return add(`${head} []`, path);
        add(head, path);
        items(value, path, indent);
      } else {
        if (!Object.keys(value).length) return add(`${head} {}`, path);
        add(head, path);
        entries(value, path, indent);
      }
    }
    function entries(hash, path, indent) {
      for (const [key, value] of Object.entries(hash)) {
        below(`${" ".repeat(indent)}${scalar(key)}:`, value, [...path, key], indent + 2);
      }
    }
    function items(list, path, indent) {
      list.forEach((value, at) => {
        const start = out.length;
        const inside = value !== null && typeof value === "object" && special(value) === null;
        const from = [...path, String(at)];
        if (inside && !Array.isArray(value) && Object.keys(value).length) {
          entries(value, from, indent + 2);
          out[start].text = `${" ".repeat(indent)}- ${out[start].text.trimStart()}`;
        } else below(`${" ".repeat(indent)}-`, value, from, indent + 2);
      });
    }

    if (value !== null && typeof value === "object" && special(value) === null) {
      if (Array.isArray(value)) value.length ? items(value, [], 0) : add("[]", []);
      else Object.keys(value).length ? entries(value, [], 0) : add("{}", []);
    } else below("", value, [], 2);
    return out.map((line) => ({ ...line, text: line.text.replace(/^ (?=\S)/, "") }));
  }

  // Which lines of two lists of texts have no counterpart in the other list.
  function different(before, after) {
    const size = before.length * after.length;
    const marks = [before.map(() => true), after.map(() => true)];
    if (size > 4e6) return marks;
    const width = after.length + 1;
    const best = new Uint32Array((before.length + 1) * width);
    for (let i = before.length - 1; i >= 0; i--) {
      for (let j = after.length - 1; j >= 0; j--) {
        best[i * width + j] = before[i] === after[j] ? best[(i + 1) * width + j + 1] + 1
          : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
      }
    }
    for (let i = 0, j = 0; i < before.length && j < after.length;) {
      if (before[i] === after[j]) marks[0][i++] = marks[1][j++] = false;
      else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) i++;
      else j++;
    }
    return marks;
  }

  return { lines, different };
})();
