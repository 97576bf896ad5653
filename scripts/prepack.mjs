/** Builds the files to pack. npm also runs this before `npm run pack`, because of its name. */
import { execSync } from 'node:child_process';

if (!process.env.npm_command?.startsWith('run'))
  execSync('npm run generate -- sources vectors && npm run build', { stdio: 'inherit' });
