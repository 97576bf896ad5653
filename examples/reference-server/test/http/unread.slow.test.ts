import { declareUnread } from './unread.js';

declareUnread('embedded');
