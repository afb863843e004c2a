// One table on disk: a header of 64 bytes, then packed values (see packed_values.hpp and
// packed_distances.hpp).
//
// A file is written under a temporary name, synced and then renamed, so that a file with a table's
// name is always complete.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "zeitnot/exact/packed_distances.hpp"
#include "zeitnot/exact/packed_values.hpp"
#include "zeitnot/parsed.hpp"

namespace zeitnot {

static_assert(std::endian::native == std::endian::little, "Tables are mapped, not converted.");

struct TableHeader {
    static constexpr std::array<char, 8> values_magic{'Z', 'N', 'T', 'A', 'B', 'L', 'E', '\n'};
    static constexpr std::array<char, 8> distances_magic{'Z', 'N', 'P', 'L', 'I', 'E', 'S', '\n'};
    static constexpr std::uint32_t current_version = 1;

    std::array<char, 8> magic = values_magic;
    std::uint32_t version = current_version;
    std::uint32_t width = 0;      // bits of a value
    std::array<char, 16> name{};  // padded with zeros
    std::uint64_t count = 0;      // the number of values
    std::uint64_t words = 0;      // the number of 64-bit words after the header
    std::uint64_t words_checksum = 0;
    std::uint64_t header_checksum = 0;
};
static_assert(sizeof(TableHeader) == 64);

// FNV-1a by words. Detects every change within one word, because each step is invertible.
inline std::uint64_t checksum(std::span<const std::uint64_t> words) {
    std::uint64_t sum = 0xCBF2'9CE4'8422'2325;
    for (const std::uint64_t word : words) {
        sum = (sum ^ word) * 0x0000'0100'0000'01B3;
        sum ^= sum >> 29U;
    }
    return sum;
}

inline std::uint64_t checksum_of(const TableHeader& header) {
    const auto words = std::bit_cast<std::array<std::uint64_t, 8>>(header);
    return checksum(std::span(words).first(7));
}

// Writes a table and sets the size and the checksum in its header. If that fails, an existing file
// is unchanged.
inline std::optional<Error> write_table(const std::string& path, const std::string& name,
                                        TableHeader header, std::span<const std::uint64_t> words) {
    name.copy(header.name.data(), header.name.size());
    header.words = words.size();
    header.words_checksum = checksum(words);
    header.header_checksum = checksum_of(header);
    const std::string temporary_path = path + ".part";
    std::FILE* file = std::fopen(temporary_path.c_str(), "wb");
    if (file == nullptr)
        return Error{temporary_path + " cannot be written: " + std::strerror(errno) + "."};
    bool written = std::fwrite(&header, sizeof header, 1, file) == 1 &&
                   std::fwrite(words.data(), sizeof words[0], words.size(), file) == words.size() &&
                   std::fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (std::fclose(file) != 0 && written) written = false, reason = errno;
    if (written && std::rename(temporary_path.c_str(), path.c_str()) == 0) return std::nullopt;
    std::remove(temporary_path.c_str());
    return Error{temporary_path + " cannot be written: " + std::strerror(reason) + "."};
}

inline std::optional<Error> write_values(const std::string& path, const std::string& name,
                                         std::span<const std::uint32_t> values, std::size_t width) {
    TableHeader header;
    header.width = static_cast<std::uint32_t>(width);
    header.count = values.size();
    return write_table(path, name, header, ValuePacker(values, width).words());
}

inline std::optional<Error> write_distances(const std::string& path, const std::string& name,
                                            std::span<const std::uint8_t> values) {
    TableHeader header;
    header.magic = TableHeader::distances_magic;
    header.width = 8;
    header.count = values.size();
    return write_table(path, name, header, pack_distances(values));
}

// A table mapped into memory; the system loads the pages that are read. `Values`: PackedValues or
// PackedDistances.
template <class Values>
class TableFile {
   public:
    // Checks the header and the starts of the blocks; `is_intact` reads the whole file.
    static Parsed<std::shared_ptr<const TableFile>> open(const std::string& path,
                                                         const std::string& name,
                                                         std::size_t count) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return Error{path + " cannot be read: " + std::strerror(errno) + "."};
        struct stat status{};
        const bool has_status = fstat(file, &status) == 0;
        const std::size_t bytes = has_status ? static_cast<std::size_t>(status.st_size) : 0;
        const bool is_valid_size =
            bytes >= sizeof(TableHeader) && bytes % sizeof(std::uint64_t) == 0;
        void* memory =
            is_valid_size ? mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
        close(file);
        if (!is_valid_size) return Error{path + " is damaged: it ends too early."};
        if (memory == MAP_FAILED) return Error{path + " cannot be mapped into memory."};
        std::shared_ptr<TableFile> table(new TableFile(memory, bytes));
        if (auto error = table->read_header(path, name, count)) return *error;
        return std::shared_ptr<const TableFile>(table);
    }

    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;
    ~TableFile() { munmap(memory_, bytes_); }

    [[nodiscard]] std::uint32_t operator[](std::size_t number) const { return values_[number]; }
    // A value in [0, 1].
    [[nodiscard]] double value(std::size_t number) const { return values_[number] / max_value_; }
    [[nodiscard]] bool is_intact() const { return checksum(words()) == header().words_checksum; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

   private:
    TableFile(void* memory, std::size_t bytes)
        : memory_(memory), bytes_(bytes), values_(words(), 0, 1) {}

    [[nodiscard]] const TableHeader& header() const {
        return *static_cast<const TableHeader*>(memory_);
    }
    [[nodiscard]] std::span<const std::uint64_t> words() const {
        const std::size_t size = sizeof(std::uint64_t), skipped = sizeof(TableHeader) / size;
        return {static_cast<const std::uint64_t*>(memory_) + skipped, bytes_ / size - skipped};
    }

    static constexpr std::array<char, 8> magic() {
        return std::is_same_v<Values, PackedValues> ? TableHeader::values_magic
                                                    : TableHeader::distances_magic;
    }

    // Prepares access to the values; returns an error if the header is not that of this table.
    std::optional<Error> read_header(const std::string& path, const std::string& name,
                                     std::size_t count) {
        const TableHeader& found = header();
        if (found.magic != magic()) return Error{path + " is no table."};
        if (found.version != TableHeader::current_version) {
            return Error{path + " is a table of version " + std::to_string(found.version) +
                         ", and this program reads version " +
                         std::to_string(TableHeader::current_version) + "."};
        }
        if (found.header_checksum != checksum_of(found))
            return Error{path + " is damaged in its header."};
        const auto end = std::find(found.name.begin(), found.name.end(), '\0');
        if (std::string(found.name.begin(), end) != name || found.count != count)
            return Error{path + " is another table than it is called."};
        if (found.words != words().size() || !Values::is_consistent(words(), count))
            return Error{path + " is damaged: it has not the size of its table."};
        values_ = Values(words(), count, found.width);
        max_value_ = static_cast<double>((std::uint64_t{1} << found.width) - 1);
        return std::nullopt;
    }

    void* memory_;
    std::size_t bytes_;
    Values values_;
    double max_value_ = 1;
};

}  // namespace zeitnot
