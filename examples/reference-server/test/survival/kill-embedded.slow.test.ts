import { declareKills } from './kills.js';

declareKills('embedded');
