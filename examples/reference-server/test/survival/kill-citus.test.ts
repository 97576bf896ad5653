import { declareKills } from './kills.js';

declareKills('citus');
