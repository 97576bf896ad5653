/**
 * `npm run check`: everything that must hold before a change lands. What only reads the sources runs two at a time, each with
 * its output kept together; the tests, which fill the machine themselves, run behind it. Ends at the first failure, with the
 * time that each gate took. `npm run nightly` is what takes longest, which no single change needs: CONTRIBUTING.md.
 */
import { GATES, NIGHTLY, TESTS } from './check/gates.js';
import { runGates } from './check/run-gates.js';

const nightly = process.argv.includes('--nightly');
process.exitCode = await (nightly ? runGates([], NIGHTLY) : runGates(GATES, TESTS));
