import { it } from 'vitest';
import { holdToTable } from './hold.ts';
import { AUDIT } from './ways.ts';

it('holds every form in every place', () => holdToTable(AUDIT), 120_000);
