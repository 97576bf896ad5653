import { offerFaults } from './break.js';
import { addTools } from './tools.js';
import { app } from './first.js';
import { offerFixAll } from './fix-all.js';
import { showIssues } from './issues.js';
import { judge } from './judge.js';
import { bindSettings } from './settings.js';
import { showDays } from './days.js';
import { showWebhook } from './webhook.js';

showIssues(app);
offerFixAll(app);
offerFaults(app);
bindSettings(app);
showDays(app);
showWebhook(app);
addTools(app);
app.useJudge(judge);
