import { declareUnread } from './unread.js';

declareUnread('postgres');
