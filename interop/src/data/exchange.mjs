// For each line of standard input, a directory of modules, a file, a package and a class: reads each line of the file with
// the function of the class, and prints what it writes.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

function strip(directory) {
  for (const name of fs.readdirSync(directory).filter((name) => name.endsWith(".ts"))) {
    const source = fs.readFileSync(path.join(directory, name), "utf8");
    const script = ts.transpileModule(source, { compilerOptions: options }).outputText;
    fs.writeFileSync(path.join(directory, name.replace(/ts$/, "js")), script);
  }
}

// The issues of a schema with the values that they concern, which the parser read with the digits of JavaScript.
function shown(issue, value) {
  const found = issue.path.reduce((value, key) => value?.[key], value);
  const inner = [...(issue.issues ?? []), ...(issue.errors ?? []).flat()];
  const all = inner.map((one) => shown(one, found)).join("; ");
  return `${issue.path.join(".")}: ${issue.message}, found ${JSON.stringify(found)} ${all}`;
}

function onOneLine(problem, text) {
  const value = problem.issues && JSON.parse(text);
  const issues = problem.issues?.map((issue) => shown(issue, value)).join("; ");
  return (issues ?? problem.message).replace(/\s+/g, " ");
}

const out = [];
for (const task of fs.readFileSync(0, "utf8").split("\n").filter((line) => line !== "")) {
  const [directory, documents, module, name] = task.split("\t");
  strip(directory);
  const functions = await import(pathToFileURL(path.join(directory, `${module}.js`)));
  for (const line of fs.readFileSync(documents, "utf8").split("\n")) {
    let value;
    try {
      value = functions[`parse${name}`](line);
    } catch (problem) {
      const isRejected = ["ZodError", "SyntaxError"].includes(problem.constructor.name);
      out.push(`0\t${isRejected ? "" : "CRASH "}${onOneLine(problem, line)}`);
      continue;
    }
    try {
      out.push(`1\t${functions[`stringify${name}`](value)}`);
    } catch (problem) {
      out.push(`0\tCRASH ${onOneLine(problem, line)}`);
    }
  }
}
fs.writeSync(1, out.join("\n") + "\n");
