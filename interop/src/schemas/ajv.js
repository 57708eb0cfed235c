// Validates JSON documents with ajv: `N.draft07.json` is a schema, each line of `N.jsonl` a document.
// Prints a line for each schema: N, a tab, and 1 or 0 for each document; or the error in the schema.
const fs = require('fs');
const path = require('path');
const Ajv = require('ajv');

const directory = process.argv[2];
const schemas = fs.readdirSync(directory).filter((name) => name.endsWith('.draft07.json'));
for (const name of schemas) {
  const number = name.split('.')[0];
  const read = (file) => fs.readFileSync(path.join(directory, file), 'utf8');
  try {
    const valid = new Ajv({ allErrors: false, logger: false }).compile(JSON.parse(read(name)));
    const documents = read(`${number}.jsonl`).split('\n').filter((line) => line !== '');
    console.log(`${number}\t${documents.map((line) => (valid(JSON.parse(line)) ? 1 : 0)).join('')}`);
  } catch (error) {
    console.log(`${number}\t${String(error).replace(/\s+/g, ' ')}`);
  }
}
