/** Builds the files to pack. Because of its name, npm also runs this script before `npm run pack`. */
import { execSync } from 'node:child_process';

if (!process.env.npm_command?.startsWith('run'))
  execSync('npm run generate -- sources vectors && npm run build', { stdio: 'inherit' });
