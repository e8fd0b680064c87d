// The words of the page in the languages of the statements. Messages of pytest and Python stay English.

import { get } from "./store.js";

const WORDS = {
  en: {
    path: "The path", games: "Games", statement: "Statement", code: "Your code", verdict: "Verdict", pytest: "As pytest prints it",
    run: "Run", stop: "Stop", options: "pytest options", try: "Try", call: "Try a call", hint: "Next hint", alone: "Only this case", stages: "All stages",
    copy: "Copy", copied: "Copied", expected: "expected", got: "got", why: "Why this case", perhaps: "perhaps", more: "also failing",
    loading: "Python is loading …", starting: "Python is starting …", running: "running …", ready: "Python is ready",
    next: "Next kata", done: "All stages pass.", look: "Now look at how others did it:", files: "Your files",
    kept: "Your code is kept in this browser and nowhere else. In the editor, Tab indents; Esc and then Tab leaves it.",
    download: "Download this file", all: "Download all as a ZIP", bring: "Open a file", link: "A link with this code", stub: "Back to the stub", before: "Back to the previous code",
    empty: "Press Run, and the verdict appears here.", others: "Other people’s code", noHint: "There are no more hints.",
    linked: "This code came with the link. It runs when you press Run. Your own code is kept.", take: "Take it as mine", leave: "Back to my code",
    spoils: "You haven't finished this kata yet. Do you want to see this now?", damaged: "This link is damaged or too long.",
    notKept: "This browser won't keep your code: its storage is full or blocked. Download your file before you leave.",
    notStarted: "Python didn't start. Load the page again, and if that doesn't help, use another browser.",
    learnt: "What you have learnt",
    begin: "Begin here: press Run, and see red. Then change one line, and press Run again: the first cases pass.",
    elsewhere: "Benchmarks, the debugger and workshops need a clone of the repository:",
    name: "Your name, for the room", join: "Take part", joined: "Your runs are sent to the room.", you: "You are", another: "Another browser",
    device: "In your other browser, enter the same name and this code", firstCode: "The code of your first browser", roomWord: "This room's word",
    unnamed: "Enter your name, and the room sees your runs.", sent: "Sent. The room sees", unsent: "Not sent", later: "Kept here, and sent later", nobody: "nobody answers",
  },
  es: {
    path: "Todas las katas", games: "Juegos", statement: "Enunciado", code: "Tu código", verdict: "Veredicto", pytest: "Tal como lo muestra pytest",
    run: "Ejecutar", stop: "Parar", options: "Opciones de pytest", try: "Probar", call: "Probar una llamada", hint: "Siguiente pista", alone: "Solo este caso", stages: "Todas las etapas",
    copy: "Copiar", copied: "Copiado", expected: "esperado", got: "obtenido", why: "¿Por qué este caso?", perhaps: "quizás", more: "también fallan",
    loading: "Cargando Python…", starting: "Arrancando Python…", running: "ejecutando…", ready: "Python está listo",
    next: "Siguiente kata", done: "Has superado todas las etapas.", look: "Mira ahora cómo lo han hecho otros:", files: "Tus archivos",
    kept: "Tu código se guarda en este navegador y en ningún otro sitio. En el editor, la tecla Tab añade sangría; para salir, pulsa Esc y después Tab.",
    download: "Descargar este archivo", all: "Descargar todo en un ZIP", bring: "Abrir un archivo", link: "Enlace con este código", stub: "Volver al archivo inicial", before: "Volver al código anterior",
    empty: "Pulsa «Ejecutar» y el veredicto aparecerá aquí.", others: "El código de otros", noHint: "No hay más pistas.",
    linked: "Este código venía en el enlace. Solo se ejecuta si pulsas «Ejecutar». El tuyo sigue guardado.", take: "Quedármelo", leave: "Volver a mi código",
    spoils: "Aún no has terminado esta kata. ¿Quieres verlo ya?", damaged: "Este enlace está dañado o es demasiado largo.",
    notKept: "Este navegador no puede guardar tu código: su almacenamiento está lleno o bloqueado. Descarga tu archivo antes de salir.",
    notStarted: "Python no ha arrancado. Vuelve a cargar la página y, si sigue sin arrancar, prueba con otro navegador.",
    learnt: "Lo que has aprendido",
    begin: "Empieza aquí: pulsa «Ejecutar» y lo verás todo en rojo. Luego cambia una línea y vuelve a pulsar «Ejecutar»: ya pasan los primeros casos.",
    elsewhere: "Las pruebas de velocidad, el depurador y los talleres necesitan un clon del repositorio:",
    name: "Tu nombre, para la sala", join: "Participar", joined: "Tus ejecuciones se envían a la sala.", you: "Eres", another: "Otro navegador",
    device: "En tu otro navegador, escribe el mismo nombre y este código", firstCode: "El código de tu primer navegador", roomWord: "La palabra clave de esta sala",
    unnamed: "Escribe tu nombre y la sala verá tus ejecuciones.", sent: "Enviado. La sala ve", unsent: "No se ha enviado", later: "Guardado aquí; se enviará más tarde", nobody: "nadie responde",
  },
  de: {
    path: "Alle Katas", games: "Spiele", statement: "Aufgabe", code: "Dein Code", verdict: "Ergebnis", pytest: "Ausgabe von pytest",
    run: "Ausführen", stop: "Anhalten", options: "pytest-Optionen", try: "Ausprobieren", call: "Aufruf ausprobieren", hint: "Nächster Tipp", alone: "Nur diesen Fall", stages: "Alle Etappen",
    copy: "Kopieren", copied: "Kopiert", expected: "erwartet", got: "bekommen", why: "Warum es diesen Fall gibt", perhaps: "vielleicht", more: "auch rot",
    loading: "Python wird geladen …", starting: "Python startet …", running: "läuft …", ready: "Python ist bereit",
    next: "Nächste Kata", done: "Alle Etappen sind grün.", look: "Sieh dir jetzt an, wie andere es gelöst haben:", files: "Deine Dateien",
    kept: "Dein Code wird nur in diesem Browser gespeichert. Im Editor rückst du mit Tab ein; mit Esc und danach Tab verlässt du ihn.",
    download: "Diese Datei herunterladen", all: "Alles als ZIP herunterladen", bring: "Datei öffnen", link: "Link mit diesem Code", stub: "Zurück zur Vorlage", before: "Zurück zum vorherigen Code",
    empty: "Klick auf „Ausführen“, dann steht hier das Ergebnis.", others: "Code von anderen", noHint: "Mehr Tipps gibt es nicht.",
    linked: "Dieser Code stammt aus dem Link. Er läuft erst, wenn du auf „Ausführen“ klickst. Dein eigener bleibt erhalten.", take: "Als meinen Code übernehmen", leave: "Zurück zu meinem Code",
    spoils: "Du bist mit dieser Kata noch nicht fertig. Willst du das jetzt schon sehen?", damaged: "Dieser Link ist beschädigt oder zu lang.",
    notKept: "Dieser Browser kann deinen Code nicht sichern: Sein Speicher ist voll oder gesperrt. Lade deine Datei herunter, bevor du die Seite verlässt.",
    notStarted: "Python konnte nicht gestartet werden. Lade die Seite neu, und wenn das nicht hilft, nimm einen anderen Browser.",
    learnt: "Was du gelernt hast",
    begin: "Fang hier an: Klick auf „Ausführen“, und alles ist rot. Ändere dann eine Zeile und klick noch einmal: Schon sind die ersten Fälle grün.",
    elsewhere: "Zeitmessungen, der Debugger und Workshops brauchen einen Klon des Repositorys:",
    name: "Dein Name, für den Raum", join: "Mitmachen", joined: "Deine Läufe sind für alle im Raum zu sehen.", you: "Du bist", another: "Anderer Browser",
    device: "Gib in deinem anderen Browser denselben Namen und diesen Code ein", firstCode: "Der Code deines ersten Browsers", roomWord: "Das Codewort für diesen Raum",
    unnamed: "Gib deinen Namen ein, dann sehen alle im Raum deine Läufe.", sent: "Gesendet. Alle im Raum sehen", unsent: "Nicht gesendet", later: "Hier gespeichert; wird später gesendet", nobody: "niemand antwortet",
  },
};

let language = "en";

export const word = (name) => WORDS[language][name];

// Puts the words into every element that names one.
export function speak(chosen) {
  language = chosen in WORDS ? chosen : "en";
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
}

export const wanted = () => get("language") ?? navigator.language.slice(0, 2);
speak(wanted()); // before the editor has come
