import { declareKills } from './kills.js';

declareKills('citus', ['api', 'api', 'worker', 'worker']);
