// Imported first: Mastra reads this as it is loaded.
import { env } from 'node:process';

env.MASTRA_TELEMETRY_DISABLED = '1';
