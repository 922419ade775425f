import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { instrumentClient, instrumentServer } from 'assay-otel/mcp';
import { createGithubServer } from 'example-scenario';

/** The file in which the server notes what reaches it. */
export const RECEIVED = Symbol('received');

/** The one MCP client of the application. It connects when it is first asked for, so that the run has all of it. */
@Injectable()
export class GithubConnection implements OnApplicationShutdown {
  @Inject(RECEIVED) private readonly received!: string;
  private connecting: Promise<Client> | undefined;

  client(): Promise<Client> {
    this.connecting ??= this.connect();
    return this.connecting;
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.connecting)?.close();
  }

  /** A server in the same process: client and server see the same call, which is one record. */
  private async connect(): Promise<Client> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await instrumentServer(createGithubServer({ received: this.received })).connect(far);
    const client = instrumentClient(new Client({ name: 'release-agent', version: '1.0.0' }));
    await client.connect(near);
    return client;
  }
}
