/** Builds the files to pack. Because of this script's name, npm also runs it before `npm run pack`. */
import { execSync } from 'node:child_process';

if (!process.env.npm_command?.startsWith('run'))
  execSync('npm run generate -- sources vectors && npm run build', { stdio: 'inherit' });
