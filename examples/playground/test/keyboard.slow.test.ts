import { declareKeyboard } from './support/declare-keyboard.js';

declareKeyboard([320, 390, 1440], ['light', 'dark']);
