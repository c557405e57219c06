/** Two notes, an octave's third apart, in hertz. */
const NOTES = [659.25, 830.61];
const NOTE_S = 0.14;
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

/** Plays a short, soft tone. Browsers allow it only after the person has used the page. */
export function playTone(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [at, note] of NOTES.entries()) {
    const start = context.currentTime + at * NOTE_S;
    const voice = new OscillatorNode(context, { type: 'sine', frequency: note });
    const level = new GainNode(context, { gain: 0 });
    level.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, start + 3 * NOTE_S);
    voice.connect(level).connect(context.destination);
    voice.start(start);
    voice.stop(start + 3 * NOTE_S);
  }
}
