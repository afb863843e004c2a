import { describe, expect, it } from "vitest";

import { Channel, type Status, type Environment } from "../../src/app/server/socket";

/** A socket that the test opens, feeds and closes. */
class Wire {
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;

  send(text: string): void {
    this.sent.push(text);
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  close(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
}

function channelWith(greetings: string[][]) {
  const wires: Wire[] = [];
  const paths: string[] = [];
  const waits: { run: () => void; ms: number }[] = [];
  const clock = { ms: 0 };
  const environment: Environment = {
    connect: (path) => {
      const wire = new Wire();
      paths.push(path);
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    schedule: (run, ms) => {
      const wait = { run, ms };
      waits.push(wait);
      return () => void waits.splice(waits.indexOf(wait), 1);
    },
    jittered: (ms) => ms,
    now: () => clock.ms,
  };
  const received: unknown[] = [];
  const statuses: Status[] = [];
  const dismissals: string[] = [];
  const handlers = {
    openingMessages: () => greetings.shift() ?? [],
    receive: (message: unknown) => received.push(message),
    status: (status: Status) => statuses.push(status),
    dismissed: (reason: string) => dismissals.push(reason),
  };
  const channel = new Channel<string, unknown>("/ws/games/x", handlers, environment);
  const wire = (index: number): Wire => {
    const found = wires[index];
    if (!found) throw new Error(`no connection ${index}`);
    return found;
  };
  return { channel, wires, wire, paths, waits, received, statuses, dismissals, clock };
}

describe("a channel", () => {
  it("greets on opening and passes messages on", () => {
    const { wire, received, statuses } = channelWith([["hello"]]);
    wire(0).open();
    wire(0).onmessage({ data: '{"type":"welcome"}' });
    expect(wire(0).sent).toEqual(['"hello"']);
    expect(received).toEqual([{ type: "welcome" }]);
    expect(statuses).toEqual(["connecting", "open"]);
  });

  it("reconnects after a loss and greets again, with the pending commands; an answer is the end of the loss", () => {
    const { wire, waits, statuses } = channelWith([["hello"], ["hello", "move"]]);
    wire(0).open();
    wire(0).close();
    expect(statuses.at(-1)).toBe("lost");
    waits.shift()?.run();
    expect(statuses.at(-1)).toBe("lost");
    wire(1).open();
    expect(wire(1).sent).toEqual(['"hello"', '"move"']);
    expect(statuses).toEqual(["connecting", "open", "lost"]);
    wire(1).onmessage({ data: '{"type":"welcome"}' });
    expect(statuses).toEqual(["connecting", "open", "lost", "open"]);
  });

  it("waits longer after each failure, and shortly again after a success", () => {
    const { wire, waits } = channelWith([]);
    const seen: number[] = [];
    for (let i = 0; i < 6; i++) {
      wire(i).close();
      const wait = waits.shift();
      seen.push(wait?.ms ?? 0);
      wait?.run();
    }
    expect(seen).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    wire(6).open();
    wire(6).onmessage({ data: "{}" });
    wire(6).close();
    expect(waits[0]?.ms).toBe(500);
  });

  it.each([1012, 4421])("connects again at once after close code %s, but then as after any loss", (code) => {
    const { wire, waits, clock } = channelWith([]);
    const waitAfterClose = (index: number): number | undefined => {
      wire(index).open();
      wire(index).onmessage({ data: "{}" });
      wire(index).close(code);
      const wait = waits.shift();
      wait?.run();
      return wait?.ms;
    };
    expect([waitAfterClose(0), waitAfterClose(1)]).toEqual([0, 500]);
    clock.ms = 10_000;
    expect(waitAfterClose(2)).toBe(0);
  });

  it("is lost when the browser reports no network, until an answer comes", () => {
    const { channel, wire, statuses } = channelWith([["hello"], ["hello"]]);
    wire(0).open();
    wire(0).onmessage({ data: "{}" });
    channel.onOffline();
    expect([statuses.at(-1), wire(0).sent.length]).toEqual(["lost", 2]);
    wire(0).onmessage({ data: "{}" });
    expect(statuses.at(-1)).toBe("open");
  });

  it.each([1001, 1012])("detects by close code %s that the server has stopped, until it is reached again", (code) => {
    const { wire, waits, statuses } = channelWith([]);
    wire(0).open();
    wire(0).close(code);
    waits.shift()?.run();
    wire(1).close();
    expect(statuses.at(-1)).toBe("stopped");
    waits.shift()?.run();
    wire(2).open();
    wire(2).onmessage({ data: "{}" });
    wire(2).close();
    expect(statuses.slice(-2)).toEqual(["open", "lost"]);
  });

  it("is only lost when a restart code comes with a reason", () => {
    const { wire, statuses } = channelWith([]);
    wire(0).open();
    wire(0).close(1012, "renamed");
    expect(statuses.at(-1)).toBe("lost");
  });

  it("can be replaced, and ignores the former connection", () => {
    const { channel, wire, received, statuses } = channelWith([["hello"], ["hello"]]);
    wire(0).open();
    channel.replace();
    wire(1).open();
    wire(0).onmessage({ data: "{}" });
    expect([received, wire(1).sent, statuses.at(-1)]).toEqual([[], ['"hello"'], "open"]);
  });

  it("follows to the node that has the room, and keeps to it after a loss", () => {
    const { channel, wire, wires, waits, paths, statuses } = channelWith([["hello"], ["hello"], ["hello"]]);
    wire(0).open();
    channel.follow("two & 2");
    expect([wires.length, wire(0).readyState]).toEqual([2, 3]);
    wire(1).open();
    expect([wire(1).sent, statuses]).toEqual([['"hello"'], ["connecting", "open", "connecting", "open"]]);
    wire(1).close();
    waits.shift()?.run();
    expect(paths).toEqual(["/ws/games/x", "/ws/games/x?node=two%20%26%202", "/ws/games/x?node=two%20%26%202"]);
  });

  it("forgets a node that cannot be reached", () => {
    const { channel, wire, waits, paths } = channelWith([]);
    wire(0).open();
    channel.follow("two");
    wire(1).close();
    waits.shift()?.run();
    expect(paths.at(-1)).toBe("/ws/games/x");
  });

  it("forgets a node that stops", () => {
    const { channel, wire, waits, paths } = channelWith([]);
    wire(0).open();
    channel.follow("two");
    wire(1).open();
    wire(1).close(1012);
    waits.shift()?.run();
    expect(paths.at(-1)).toBe("/ws/games/x");
  });

  it("follows five times in a row, then waits and asks again where the room is", () => {
    const { channel, wire, waits, paths, statuses } = channelWith([]);
    for (let hop = 0; hop <= 5; hop++) {
      wire(hop).open();
      channel.follow(`n${hop}`);
    }
    expect([paths.length, statuses.at(-1), waits.map(({ ms }) => ms)]).toEqual([6, "lost", [500]]);
    waits.shift()?.run();
    expect(paths.at(-1)).toBe("/ws/games/x");
    wire(6).open();
    channel.follow("two");
    expect(paths.at(-1)).toBe("/ws/games/x?node=two");
  });

  it("may follow again once the room has answered", () => {
    const { channel, wire, paths } = channelWith([]);
    for (let hop = 0; hop < 9; hop++) {
      wire(hop).open();
      if (hop === 4) wire(hop).onmessage({ data: '{"type":"welcome"}' });
      channel.follow(`n${hop}`);
    }
    expect(paths.length).toBe(10);
  });

  it("waits when the node that it follows to is gone, so that another one answers", () => {
    const { channel, wire, waits, paths, statuses } = channelWith([]);
    wire(0).open();
    channel.follow("two");
    wire(1).open();
    channel.follow("two");
    expect([paths.length, statuses.at(-1), waits.map(({ ms }) => ms)]).toEqual([2, "lost", [500]]);
    waits.shift()?.run();
    expect(paths.at(-1)).toBe("/ws/games/x");
  });

  it("does not wait long while other nodes answer and only name one that has gone", () => {
    const { channel, wire, wires, waits } = channelWith([]);
    const pauses: number[] = [];
    wire(0).open();
    for (let attempt = 0; attempt < 5; attempt++) {
      channel.follow("two");
      wires.at(-1)?.open();
      channel.follow("two");
      pauses.push(waits[0]?.ms ?? NaN);
      waits.shift()?.run();
      wires.at(-1)?.open();
    }
    expect(pauses).toEqual([500, 1000, 1000, 1000, 1000]);
  });

  it("waits longer again once nobody answers", () => {
    const { channel, wire, wires, waits } = channelWith([]);
    const pauses: number[] = [];
    wire(0).open();
    for (let attempt = 0; attempt < 3; attempt++) {
      channel.follow("two");
      wires.at(-1)?.open();
      channel.follow("two");
      waits.shift()?.run();
      wires.at(-1)?.open();
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      wires.at(-1)?.close();
      pauses.push(waits[0]?.ms ?? NaN);
      waits.shift()?.run();
    }
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it("stays lost while another node only names the one that has gone, from the first loss on", () => {
    const { channel, wire, waits, statuses } = channelWith([]);
    wire(0).open();
    wire(0).onmessage({ data: '{"type":"welcome"}' });
    wire(0).close();
    waits.shift()?.run();
    wire(1).open();
    channel.follow("one");
    wire(2).close();
    expect(statuses.slice(statuses.indexOf("lost"))).not.toContain("open");
  });

  it("stays lost, where there are several nodes, until the room itself has answered", () => {
    const { channel, wire, waits, statuses } = channelWith([]);
    wire(0).open();
    channel.follow("two");
    wire(1).open();
    wire(1).onmessage({ data: '{"type":"welcome"}' });
    wire(1).close();
    waits.shift()?.run();
    wire(2).close();
    waits.shift()?.run();
    wire(3).open();
    channel.follow("two");
    wire(4).close();
    expect(statuses.slice(statuses.indexOf("lost"))).not.toContain("open");
    waits.shift()?.run();
    wire(5).open();
    expect(statuses.at(-1)).toBe("lost");
    wire(5).onmessage({ data: '{"type":"welcome"}' });
    expect(statuses.at(-1)).toBe("open");
  });

  it("connects at once when the network is back and only if it was lost", () => {
    const { channel, wire, wires, waits } = channelWith([]);
    channel.onOnline();
    expect(wires.length).toBe(1);
    wire(0).close();
    channel.onOnline();
    expect([wires.length, waits.map(({ ms }) => ms)]).toEqual([2, [10_000]]);
  });

  it.each([1002, 1003, 1007, 1008, 1009])("does not reconnect by itself after close code %s, but on request", (code) => {
    const { channel, wire, wires, waits, statuses, dismissals } = channelWith([]);
    wire(0).open();
    channel.reconnect();
    wire(0).close(code, "another socket of yours has come");
    channel.onOnline();
    expect([wires.length, waits.length, statuses.at(-1)]).toEqual([1, 0, "dismissed"]);
    expect(dismissals).toEqual(["another socket of yours has come"]);
    expect(channel.send("move")).toBe(false);
    channel.reconnect();
    channel.reconnect();
    wire(1).open();
    expect([wires.length, statuses.at(-1)]).toEqual([2, "open"]);
    channel.close();
    channel.reconnect();
    expect(wires.length).toBe(2);
  });

  it.each([1001, 1006, 1011, 1012, 1013])("reconnects by itself after close code %s", (code) => {
    const { wire, waits } = channelWith([]);
    wire(0).open();
    wire(0).close(code);
    expect(waits.length).toBe(1);
  });

  it("does not send without a connection, and says so", () => {
    const { channel, wire } = channelWith([]);
    expect(channel.send("move")).toBe(false);
    wire(0).open();
    expect(channel.send("move")).toBe(true);
    expect(wire(0).sent).toEqual(['"move"']);
  });

  it("stays closed, and ignores an old connection", () => {
    const { channel, wire, waits, received } = channelWith([]);
    wire(0).open();
    wire(0).close();
    waits.shift()?.run();
    wire(0).onmessage({ data: "1" });
    expect(received).toEqual([]);
    channel.close();
    expect(waits).toEqual([]);
  });

  it("gives up a connection without an answer, and connects again", () => {
    const { channel, wire, wires, waits, statuses } = channelWith([["hello"], ["hello"]]);
    wire(0).open();
    wire(0).onmessage({ data: "1" });
    channel.send("move");
    channel.send("chat");
    expect(waits.map(({ ms }) => ms)).toEqual([5000]);
    waits.shift()?.run();
    expect([wire(0).readyState, statuses.at(-1)]).toEqual([3, "lost"]);
    waits.shift()?.run();
    wire(1).open();
    expect([wires.length, statuses.at(-1), wire(1).sent]).toEqual([2, "lost", ['"hello"']]);
  });

  it("probes a connection that has been silent for long", () => {
    const { wire, wires, waits, statuses } = channelWith([["hello"], ["hello again"]]);
    wire(0).open();
    wire(0).onmessage({ data: "1" });
    wire(0).onmessage({ data: "2" });
    expect(waits.map(({ ms }) => ms)).toEqual([15_000]);
    waits.shift()?.run();
    expect([wire(0).sent, waits.map(({ ms }) => ms)]).toEqual([['"hello"', '"hello again"'], [5000]]);
    wire(0).onmessage({ data: "3" });
    expect([wires.length, statuses.at(-1), waits.map(({ ms }) => ms)]).toEqual([1, "open", [15_000]]);
  });

  it("probes at once when the network is back, but once only", () => {
    const { channel, wire } = channelWith([["hello"], ["hello"], ["hello"]]);
    wire(0).open();
    channel.onOnline();
    expect(wire(0).sent.length).toBe(1);
    wire(0).onmessage({ data: "1" });
    channel.onOnline();
    channel.onOnline();
    expect(wire(0).sent.length).toBe(2);
  });

  it("does not wait for ever for a connection", () => {
    const { wires, wire, waits, statuses } = channelWith([]);
    expect(waits.map(({ ms }) => ms)).toEqual([10_000]);
    waits.shift()?.run();
    expect(statuses.at(-1)).toBe("lost");
    wire(0).open();
    waits.shift()?.run();
    expect([wires.length, statuses.at(-1)]).toEqual([2, "lost"]);
  });
});
