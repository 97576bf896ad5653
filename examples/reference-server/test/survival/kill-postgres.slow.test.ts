import { declareKills } from './kills.js';

declareKills('postgres');
