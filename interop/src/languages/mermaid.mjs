// Parses Mermaid diagrams: prints, for each file that is named on standard input, a line with nothing or with the error.
import { JSDOM } from 'jsdom';
import fs from 'node:fs';

const { window } = new JSDOM('');
// Mermaid cleans texts with the DOM of a browser, which it expects before it is loaded.
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');
mermaid.initialize({ startOnLoad: false });

for (const file of fs.readFileSync(0, 'utf8').split('\n').filter((name) => name !== '')) {
  try {
    await mermaid.parse(fs.readFileSync(file, 'utf8'));
    console.log('');
  } catch (error) {
    console.log(String(error.message ?? error).replace(/\s+/g, ' ') || 'unknown error');
  }
}
