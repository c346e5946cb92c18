import { ButtonSection } from './button-section.tsx';
import { DataSection } from './data-section.tsx';
import { FieldSection } from './field-section.tsx';
import { StateSection } from './state-section.tsx';
import { Mark } from '../src/index.ts';

/** Every control at its size, with its states. */
export function Gallery() {
  return (
    <main className="gallery">
      <header>
        <Mark size={48} />
        <div>
          <h1>Groma components</h1>
          <p>Every control at its size, with its states.</p>
        </div>
      </header>
      <div className="gallery-columns">
        <ButtonSection />
        <FieldSection />
        <StateSection />
        <DataSection />
      </div>
    </main>
  );
}
