export type { InstrumentableClient, InstrumentableServer, LowLevelServer } from './endpoint.ts';
export { instrumentClient, instrumentServer } from './instrument.ts';
