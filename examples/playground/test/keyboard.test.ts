import { declareKeyboard } from './support/declare-keyboard.js';

declareKeyboard([390], ['light']);
