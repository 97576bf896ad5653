import { declareKills } from './kills.js';

declareKills('postgres', ['api', 'api', 'worker', 'worker']);
