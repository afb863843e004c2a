/** Sounds synthesised with Web Audio, so that no files are loaded. Browsers allow them only after a user gesture. */

import type { Sound } from "../room/sounds";

/** One tone. `at`, `length`: seconds; `hz`: null for noise, like wood on wood; `gain`: relative to the volume. */
interface Tone {
  at: number;
  hz: number | null;
  length: number;
  gain: number;
}

const knock = (at: number, hz: number, gain: number): Tone[] => [
  { at, hz: null, length: 0.03, gain: gain * 0.6 },
  { at, hz, length: 0.07, gain },
];

const TONES: Record<Sound, Tone[]> = {
  move: knock(0, 220, 0.7),
  capture: [...knock(0, 180, 0.8), ...knock(0.06, 130, 0.7)],
  turn: [{ at: 0.12, hz: 660, length: 0.12, gain: 0.22 }],
  dice: [0, 0.05, 0.12, 0.17, 0.25].map((at) => ({ at, hz: null, length: 0.03, gain: 0.4 })),
  low: [0, 0.16, 0.32].map((at) => ({ at, hz: 880, length: 0.09, gain: 0.35 })),
  start: [{ at: 0, hz: 440, length: 0.14, gain: 0.3 }, { at: 0.13, hz: 587, length: 0.22, gain: 0.3 }],
  end: [523, 415, 349].map((hz, index) => ({ at: index * 0.14, hz, length: 0.3, gain: 0.28 })),
};
const NOISE_HZ = 1800;
const ATTACK_S = 0.004;
const SILENCE = 0.0001;

let context: AudioContext | null = null;

/** Creates the audio context at the first user gesture, as browsers require. */
export function allowSounds(): void {
  const unlock = (): void => {
    context ??= new AudioContext();
    void context.resume();
  };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, unlock, { once: true, capture: true });
}

/** Plays sounds at a volume from 0 to 1; silent before the first user gesture, or without audio. */
export function playSounds(sounds: readonly Sound[], volume: number): void {
  if (!context || context.state !== "running" || volume <= 0) return;
  for (const tone of sounds.flatMap((sound) => TONES[sound])) playTone(context, tone, volume);
}

function playTone(audio: AudioContext, { at, hz, length, gain }: Tone, volume: number): void {
  const start = audio.currentTime + at;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.exponentialRampToValueAtTime(Math.max(SILENCE, gain * volume), start + ATTACK_S);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, start + ATTACK_S + length);
  envelope.connect(audio.destination);
  const source = hz === null ? noise(audio, length, envelope) : tone(audio, hz, envelope);
  source.start(start);
  source.stop(start + ATTACK_S + length);
}

function tone(audio: AudioContext, hz: number, output: AudioNode): AudioScheduledSourceNode {
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = hz;
  oscillator.connect(output);
  return oscillator;
}

function noise(audio: AudioContext, length: number, output: AudioNode): AudioScheduledSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * (length + ATTACK_S)), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = NOISE_HZ;
  source.connect(filter).connect(output);
  return source;
}
