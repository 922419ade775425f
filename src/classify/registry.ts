import type { ClassifierRule } from './rule.ts';
import { githubDeployKey } from './rules/github-deploy-key.ts';
import { slackAddMember } from './rules/slack-add-member.ts';
import { workspaceAdmin } from './rules/workspace-admin.ts';

/** Every classifier, in order of precedence: of two that know a leaf name, the first that is bound wins. */
export const CLASSIFIERS: readonly ClassifierRule[] = [githubDeployKey, slackAddMember, workspaceAdmin];
