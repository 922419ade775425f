/** What no verification claims (docs/record.md, "Who may say what"). */
export const VERIFICATION_NON_CLAIMS: readonly string[] = [
  'verified says that an imported audit record binds to an observed call, not that the audit record is authentic',
  'does not check when the audited effect happened, nor that it persisted',
  'does not query the provider and holds no credential for it',
  'does not tell identical calls apart',
  'an unverified call is not proof that nothing happened',
  'does not infer tool actions outside observed MCP proxy traffic',
  'does not expose raw secrets or tokens',
  "does not replace the provider's own audit log",
];

/** Stands in a surface that holds a verified call, beside what every surface says of itself. */
export const VERIFIED_NON_CLAIM =
  'does not check the authenticity or the time of the imported audit records that verified side effects rest on';
