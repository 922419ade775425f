import { it } from 'vitest';
import { holdToTable } from './hold.ts';
import { SURFACE } from './text-ways.ts';

it('holds every form in every place', () => holdToTable(SURFACE), 120_000);
