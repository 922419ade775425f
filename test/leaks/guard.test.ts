import { it } from 'vitest';
import { holdToTable } from './hold.ts';
import { GUARD } from './ways.ts';

it('holds every form in every place', () => holdToTable(GUARD), 120_000);
