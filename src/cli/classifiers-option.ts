import { Option } from 'commander';

/** `--classifiers`, which means the same wherever it appears. */
export function classifiersOption(): Option {
  return new Option(
    '--classifiers <file...>',
    'classifier files beside the built-in categories, YAML or JSON; pack:NAME is one that comes with assay-otel',
  );
}

/** `--bind`, wherever spans are classified. */
export function bindOption(): Option {
  return new Option(
    '--bind <category=server...>',
    'take a category (or NAME/*, all of a classifier file) to speak for these servers: github/*=my-github,ghe',
  );
}

/** `--manifest`, wherever spans are classified. */
export function manifestOption(): Option {
  return new Option(
    '--manifest <server=file...>',
    'answer to tools/list of a server, whose digest goes into records of its calls that have none: github=tools-list.json',
  );
}
