/** A drafted classifier file in which something stands in place of whatever a person has to settle; still a draft. */
export function settled(draft: string): string {
  return draft
    .replace(/^( {4}class:) TODO/gm, '$1 state_changing_action')
    .replace(/^( {4}resource_type:) TODO/gm, '$1 thing')
    .replace(/^( {4}required_scope:) ""/gm, '$1 null')
    .replace(/^( {4}consequence:) TODO/gm, '$1 two_way')
    .replace(/^ {4}tools: .*$/gm, (line) => line.replaceAll(': TODO', ': do'))
    .replace(/(record: \{.* verb:) TODO/g, '$1 do');
}
