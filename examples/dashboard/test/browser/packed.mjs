/** Whether the browser of the tests is the one from npm, which is built for Linux on x64: it drew the pictures that are kept. */
export const isPacked = !process.env.CHROMIUM && process.platform === 'linux' && process.arch === 'x64';
