// A person, scripted: a chat or a ticket system stands in this place.
const ANSWERS = {
  'acme/prod-api': { approved: true, ticket: 'OPS-17' },
  'contractor/prod-api-fork': { approved: false, ticket: 'OPS-18' },
};

/** `{ approved, ticket }`; where nobody is there to answer, never. */
export function ask(repository) {
  const answer = ANSWERS[repository];
  return answer === undefined ? new Promise(() => {}) : Promise.resolve(answer);
}
