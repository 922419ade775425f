import { Option } from 'commander';

/** `--tool-spans`, which means the same wherever spans are read. */
export function toolSpansOption(): Option {
  return new Option(
    '--tool-spans <kind>',
    "mcp: proven MCP calls; all: frameworks' tool spans too, which may be local functions",
  )
    .choices(['mcp', 'all'])
    .default('mcp');
}
