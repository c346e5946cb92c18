import { root } from './setup/repository.mjs';
import { reportRules } from './rules/report-rules.mjs';

process.stdout.write(reportRules(root));
