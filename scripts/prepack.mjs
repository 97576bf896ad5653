/** Makes what is packed. npm runs this before `npm run pack` as well, by its name, and that packs nothing. */
import { execSync } from 'node:child_process';

if (!process.env.npm_command?.startsWith('run'))
  execSync('npm run generate -- sources vectors && npm run build', { stdio: 'inherit' });
