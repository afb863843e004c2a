// A bot for GAME that plays a legal move at random. Write your own idea into `choose`.
//
//     COMMANDS
//
// The server's page /rules describes the game's positions and moves.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class GameBot {
    private static final Random RANDOM = new Random();

    /** Called when it is this bot's turn: returns one of `legal`. */
    static String choose(String position, List<String> legal) {
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    /**
     * The texts after the last key with this name in a line of JSON: those of a list, or a single one.
     * Moves and positions have no quotation marks or backslashes.
     */
    static List<String> texts(String json, String key) {
        String[] parts = json.split("\"", -1); // every second one is a text
        int at = parts.length - 1;
        while (at > 0 && !parts[at].equals(key)) at--;
        List<String> found = new ArrayList<>();
        boolean isList = parts[at + 1].contains("[");
        for (int next = at + 2; next < parts.length; next += 2) {
            if (parts[next - 1].contains("]")) break;
            found.add(parts[next]);
            if (!isList) break;
        }
        return found;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String move = choose(texts(line, "position").get(0), texts(line, "legal"));
            System.out.println("{\"response\": \"" + move + "\"}");
            System.out.println(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
        }
    }
}
