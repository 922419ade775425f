import { it } from 'vitest';
import { holdToTable } from './hold.ts';
import { PROCESSOR } from './ways.ts';

it('holds every form in every place', () => holdToTable(PROCESSOR), 120_000);
