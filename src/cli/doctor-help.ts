import { paragraphs } from './help.ts';

/** The texts that `--help` of `doctor` adds to what commander makes of the options. */

export const DOCTOR_DESCRIPTION = paragraphs(
  [
    'Makes one tool call that is none, through what `assay-otel/register` would start here: the OTEL_* and ASSAY_*',
    'variables and the configuration file of this directory. It says whether the span and its record arrived at each',
    'exporter, what was taken off, what coverage such a run has, and what to change.',
  ],
  [
    'The probe is of service assay-otel-doctor, tool assay_otel.probe, in a run of its own. It writes no documents into',
    'the directory of surfaces and starts no application.',
  ],
);

export const DOCTOR_HELP = `
Examples:
  $ npx assay-otel doctor
  $ OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 npx assay-otel doctor
  $ npx assay-otel doctor --format json | jq '.checks[] | select(.state == "problem")'

Run it where the application runs, with its environment. An exporter has five seconds, where
OTEL_EXPORTER_OTLP_TIMEOUT does not say otherwise.

Exit codes:
  0  all is well; notes may say what else there is to know
  1  something has to be changed
  2  wrong usage`;
