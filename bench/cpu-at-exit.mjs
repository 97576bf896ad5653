/** Preloaded into a process that is measured: its last line on stderr is the processor time and memory that it took. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(2, `${JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, mib: maxRSS / 1024 })}\n`);
});
