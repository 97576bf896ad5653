/** A bare endpoint: reads and answers 204. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => console.log(`on http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
