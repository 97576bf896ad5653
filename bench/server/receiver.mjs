/**
 * Endpoints by path: `/hang…` never responds, `/trickle…` responds with 200 and sends the body byte by byte, and all
 * other paths read the request and respond with 204. `GET /` returns the milliseconds from each event to its arrival,
 * `/count` returns the number of arrivals, and `/reset` clears them.
 */
import { createServer } from 'node:http';

let lags = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    if (request.url === '/reset') lags = [];
    response.end(request.url === '/count' ? String(lags.length) : JSON.stringify(lags));
    return;
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (request.url.startsWith('/hang')) return;
    if (request.url.startsWith('/trickle')) {
      response.writeHead(200).flushHeaders();
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
      return;
    }
    const createdAt = /"createdAt":"([^"]+)"/.exec(Buffer.concat(parts).toString())[1];
    lags.push(Date.now() - Date.parse(createdAt));
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`on http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
