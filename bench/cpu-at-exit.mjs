/** Preloaded into a measured process: prints its processor time and memory as the last line on stderr. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(2, `${JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, mib: maxRSS / 1024 })}\n`);
});
