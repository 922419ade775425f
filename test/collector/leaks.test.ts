import { it } from 'vitest';
import { COLLECTOR } from '../leaks/full/collector-way.ts';
import { holdToTable } from '../leaks/hold.ts';

it('redaction.yaml holds every form of a secret in every place of a span', () => holdToTable(COLLECTOR));
