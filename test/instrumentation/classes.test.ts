import { describe, expect, it } from 'vitest';
import { patchBase, patchClass } from '../../src/instrumentation/classes.ts';

/** Shaped as the SDK's: what it sends goes through one inherited method, what comes in through another. */
class Protocol {
  readonly log: string[] = [];
  connect(to: string): string {
    this.log.push(`connect ${to}`);
    return to;
  }
  request(word: string): string {
    this.log.push(`request ${word}`);
    return word;
  }
}

/** A family of classes of its own for each case, since a class is patched for good. */
function family() {
  class Base extends Protocol {}
  class Client extends Base {
    override connect(to: string): string {
      return super.connect(`${to}!`);
    }
  }
  return { Base, Client };
}

/** Instruments as the real one does: with a method of the object's own above the class's. */
function instrumenter() {
  const entered: object[] = [];
  const enter = (target: object): boolean => {
    if (entered.includes(target)) return false;
    entered.push(target);
    const { request } = target as Protocol;
    Object.defineProperty(target, 'request', {
      value(this: Protocol, word: string): string {
        this.log.push('traced');
        return Reflect.apply(request, this, [word]);
      },
    });
    return true;
  };
  return { entered, enter };
}

describe('the doors of a class', () => {
  it('instrument an object as it connects, and once', () => {
    const { Client } = family();
    const { entered, enter } = instrumenter();
    patchClass(Client, enter);
    const client = new Client();
    expect(client.connect('here')).toBe('here!');
    expect(client.request('one')).toBe('one');
    expect(entered).toEqual([client]);
    expect(client.log).toEqual(['connect here!', 'traced', 'request one']);
  });

  it('instrument an object that was connected before, with the request that tells of it', () => {
    const { Client } = family();
    const client = new Client();
    client.connect('here');
    client.request('before');
    patchClass(Client, instrumenter().enter);
    client.request('one');
    client.request('two');
    expect(client.log.slice(1)).toEqual(['request before', 'traced', 'request one', 'traced', 'request two']);
  });

  it('run what stands before them once', () => {
    const { Client } = family();
    class Own extends Client {
      override request(word: string): string {
        this.log.push('own');
        return super.request(word);
      }
    }
    const client = new Own();
    patchClass(Client, instrumenter().enter);
    client.request('one');
    expect(client.log).toEqual(['own', 'request one']);
    client.request('two');
    expect(client.log.slice(2)).toEqual(['traced', 'own', 'request two']);
  });

  it('are hung once, and ask every copy until one has the object', () => {
    const { Client } = family();
    const asked: string[] = [];
    patchClass(Client, () => asked.push('resting') < 0);
    const hung = Client.prototype.connect;
    const { entered, enter } = instrumenter();
    patchClass(Client, enter);
    patchClass(Client, () => asked.push('third') > 0);
    expect(Client.prototype.connect).toBe(hung);
    const client = new Client();
    client.connect('here');
    expect([asked, entered]).toEqual([['resting'], [client]]);
  });

  it('follow what is put in place of an inherited method later', () => {
    const { Base, Client } = family();
    patchClass(Client, () => false);
    Base.prototype.request = () => 'another';
    expect(new Client().request('one')).toBe('another');
  });

  it('let the call through where whoever is asked throws', () => {
    const { Client } = family();
    patchClass(Client, () => {
      throw new Error('ours');
    });
    expect(new Client().connect('here')).toBe('here!');
  });

  it('are not enumerable, and are there for methods alone that the class has', () => {
    const { Client } = family();
    patchClass(Client, () => false);
    expect(Object.keys(Client.prototype)).toEqual([]);
    expect('_onrequest' in Client.prototype).toBe(false);
  });

  it('of its base tell of those that extend it otherwise', () => {
    const { Base, Client } = family();
    class Other extends Base {}
    const seen: object[] = [];
    patchBase(Client, (target) => seen.push(target) < 0);
    const other = new Other();
    other.connect('here');
    expect(seen).toEqual([other]);
  });
});
