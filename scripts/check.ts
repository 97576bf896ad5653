/**
 * `npm run check`: everything that must pass before a change lands. Runs the gates that only read the sources two at a
 * time, keeping each gate's output together, then the tests, which use the whole machine. Stops at the first failure,
 * with the time of each gate. `npm run nightly` runs the slow gates that no single change needs: CONTRIBUTING.md.
 */
import { GATES, NIGHTLY, TESTS } from './check/gates.js';
import { runGates } from './check/run-gates.js';

const nightly = process.argv.includes('--nightly');
process.exitCode = await (nightly ? runGates([], NIGHTLY) : runGates(GATES, TESTS));
