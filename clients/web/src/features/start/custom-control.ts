/**
 * A time control as a form: minutes for times of the game, seconds for times per move. Pure.
 *
 * The limits are the server's (zeitnot_protocol.parts.Control, zeitnot_server.rooms.controls), which checks them again.
 */

import type { Control, Stage } from "../../protocol";

export type Kind = Control["kind"];
export type Field = "base" | "increment" | "delay" | "time" | "periods" | "period" | "moves" | "overtime" | "days" | "cap" | "limit";
export type StageField = "moves" | "base" | "increment";

/** The text of all fields, as typed. Fields that the current kind lacks are preserved for other kinds. */
export interface ClockForm {
  kind: Kind;
  values: Record<Field, string>;
  stages: Record<StageField, string>[];
}

/** An invalid value. `stage`: the index of the stage, for a field of a stage. Bounds are in the unit of the field. */
export interface Problem {
  field: Field | StageField;
  stage: number | null;
  what: "number" | "whole" | "positive" | "cap" | "stage_moves";
  min: number;
  max: number;
}

/** A field's key in the control, its unit in milliseconds (null: a count), and its bounds in the control. */
interface Spec {
  key: Exclude<keyof Control, "kind" | "stages">;
  unit: number | null;
  min: number;
  max: number;
  optional?: boolean;
}

const [SECOND, MINUTE] = [1000, 60_000];
const MAX_MS = 10 ** 12;
const MAX_MOVES = 1000;
export const MAX_STAGES = 8;

const SPECS: Readonly<Record<Field, Spec>> = {
  base: { key: "base_ms", unit: MINUTE, min: 1, max: MAX_MS },
  increment: { key: "increment_ms", unit: SECOND, min: 0, max: MAX_MS },
  delay: { key: "delay_ms", unit: SECOND, min: 0, max: MAX_MS },
  time: { key: "time_ms", unit: SECOND, min: 1, max: MAX_MS },
  periods: { key: "periods", unit: null, min: 1, max: 100 },
  period: { key: "period_ms", unit: SECOND, min: 1, max: MAX_MS },
  moves: { key: "moves", unit: null, min: 1, max: MAX_MOVES },
  overtime: { key: "period_ms", unit: MINUTE, min: 1, max: MAX_MS },
  days: { key: "days", unit: null, min: 1, max: 366 },
  cap: { key: "cap_ms", unit: MINUTE, min: 1, max: MAX_MS, optional: true },
  limit: { key: "move_limit_ms", unit: SECOND, min: 1, max: MAX_MS, optional: true },
};

/** The fields of each kind besides the limit per move, which all kinds have; in the order of the page's select. */
const FIELDS: Readonly<Record<Kind, readonly Field[]>> = {
  fischer: ["base", "increment", "cap"],
  sudden_death: ["base"],
  delay: ["base", "delay"],
  bronstein: ["base", "delay"],
  per_move: ["time"],
  byoyomi: ["base", "periods", "period"],
  canadian: ["base", "moves", "overtime"],
  hourglass: ["base"],
  stages: [],
  correspondence: ["days"],
  unlimited: [],
};
export const KINDS = Object.keys(FIELDS) as Kind[];

/** Kinds that can have overtime only, without main time. */
const WITHOUT_MAIN_TIME: ReadonlySet<Kind> = new Set(["byoyomi", "canadian"]);

export function fieldsOf(kind: Kind): Field[] {
  return [...FIELDS[kind], "limit"];
}

/** The unit of a field's number. */
export function unitOf(field: Field | StageField): "minutes" | "seconds" | "count" {
  const { unit } = SPECS[field];
  return unit === MINUTE ? "minutes" : unit === SECOND ? "seconds" : "count";
}

/** Whether the field may be empty. */
export function isOptional(field: Field): boolean {
  return SPECS[field].optional ?? false;
}

const DEFAULTS: Record<Field, string> = {
  base: "5", increment: "3", delay: "3", time: "30", periods: "5", period: "30", moves: "20", overtime: "5", days: "3", cap: "", limit: "",
};
const DEFAULT_STAGES = [{ moves: "40", base: "90", increment: "30" }, { moves: "", base: "30", increment: "30" }];

/** The form for a control. */
export function clockForm(control: Control = { kind: "fischer", base_ms: 5 * MINUTE, increment_ms: 3 * SECOND }): ClockForm {
  const values = { ...DEFAULTS };
  for (const field of fieldsOf(control.kind)) {
    const { key, unit } = SPECS[field];
    const value = control[key];
    values[field] = value == null ? "" : textOf(value, unit);
  }
  const stages = control.stages?.map(stageForm) ?? DEFAULT_STAGES.map((stage) => ({ ...stage }));
  return { kind: control.kind, values, stages };
}

function stageForm({ moves, base_ms, increment_ms }: Stage): Record<StageField, string> {
  return { moves: moves == null ? "" : String(moves), base: textOf(base_ms, MINUTE), increment: textOf(increment_ms ?? 0, SECOND) };
}

/** A number in the unit of its field, with enough decimals for minutes. */
function textOf(value: number, unit: number | null): string {
  return unit === null ? String(value) : String(Number((value / unit).toFixed(7)));
}

/** The control that the form describes, or its first problem. */
export function controlOf(form: ClockForm): { control: Control } | { problem: Problem } {
  const control: Control = { kind: form.kind };
  for (const field of fieldsOf(form.kind)) {
    const spec = SPECS[field];
    const min = field === "base" && WITHOUT_MAIN_TIME.has(form.kind) ? 0 : spec.min;
    const value = read(form.values[field], { ...spec, min }, field, null);
    if (typeof value === "object" && value) return { problem: value };
    if (value !== null) control[spec.key] = value;
  }
  if (control.cap_ms != null && control.cap_ms < (control.base_ms ?? 0)) {
    return { problem: { field: "cap", stage: null, what: "cap", min: (control.base_ms ?? 0) / MINUTE, max: MAX_MS / MINUTE } };
  }
  return form.kind === "stages" ? withStages(control, form.stages) : { control };
}

function withStages(control: Control, forms: ClockForm["stages"]): { control: Control } | { problem: Problem } {
  const stages: Stage[] = [];
  for (const [stage, form] of forms.entries()) {
    const isLast = stage === forms.length - 1;
    const moves = read(form.moves, { ...SPECS.moves, optional: true }, "moves", stage);
    // Only the first stage needs time, because later stages add theirs to the time left.
    const base = read(form.base, { ...SPECS.base, min: stage === 0 ? 1 : 0 }, "base", stage);
    const increment = read(form.increment || "0", SPECS.increment, "increment", stage);
    for (const value of [moves, base, increment]) if (typeof value === "object" && value) return { problem: value };
    if (moves === null && !isLast) return { problem: { field: "moves", stage, what: "stage_moves", min: 1, max: MAX_MOVES } };
    stages.push({ base_ms: Number(base), moves: moves === null ? null : Number(moves), increment_ms: Number(increment) });
  }
  return { control: { ...control, stages } };
}

/** Reads a field as milliseconds or a count; null: it is optional and empty. */
function read(text: string, { unit, min, max, optional }: Spec, field: Problem["field"], stage: number | null): number | Problem | null {
  const trimmed = text.trim().replace(",", ".");
  if (!trimmed && optional) return null;
  const per = unit ?? 1;
  const value = /^(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) * per : NaN;
  const rounded = unit === null ? value : Math.round(value);
  if (Number.isInteger(rounded) && rounded >= min && rounded <= max) return rounded;
  const isTime = unit !== null && min > 0;
  const what = unit === null ? "whole" : isTime ? "positive" : "number";
  return { field, stage, what, min: unit === null ? min : 0, max: Math.floor(max / per) };
}

export function isSameControl(one: Control, other: Control): boolean {
  return canonical(one) === canonical(other);
}

/** A canonical text of a control: sorted, without nulls. */
function canonical(control: Control): string {
  return JSON.stringify(Object.entries(control).filter(([, value]) => value != null).sort(([a], [b]) => (a < b ? -1 : 1)));
}
