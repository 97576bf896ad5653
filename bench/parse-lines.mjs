/** The baseline for the command line: reads the lines of a file and parses each. */
import { createReadStream } from 'node:fs';

const NEWLINE = 0x0a;
let documents = 0;
let rest = Buffer.alloc(0);
for await (const chunk of createReadStream(process.argv[2], { highWaterMark: 256 * 1024 })) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let begin = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, begin)) {
    JSON.parse(bytes.toString('utf8', begin, end));
    documents++;
    begin = end + 1;
  }
  rest = bytes.subarray(begin);
}
console.log(documents);
