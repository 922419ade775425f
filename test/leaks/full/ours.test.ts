import { it } from 'vitest';
import { holdToTable } from '../hold.ts';
import { SERVE } from '../serve-way.ts';
import { EXPLAIN, GATE } from '../text-ways.ts';
import { COLLECTOR } from './collector-way.ts';

it.each([EXPLAIN, GATE, SERVE, COLLECTOR])('$name: holds every form in every place', (way) =>
  holdToTable(way),
);
